#!/usr/bin/python3
"""A window of a phone's size that is nothing but a page: what WebKitWebDriver starts, by the system's own Python.

`webkit_window.py FOLDER DOWNLOADS [--dark]`: FOLDER takes what its pages keep, and what its console says.
"""

import os
import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402  # a version is asked for before

ON_A_PHONE = "* { scrollbar-width: none !important; }"  # a finger cannot take hold of one
SAFARI_HAS = ("StorageAPI", "FileSystem", "FileSystemWritableStream")  # and this one has, but switched off


def main(folder: Path, downloads: Path, *options: str) -> None:
    log = os.open(folder / "console", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for standard in (sys.stdout, sys.stderr):
        os.dup2(log, standard.fileno())  # the driver throws them away
    looks = Gtk.Settings.get_default()
    looks.set_property("gtk-application-prefer-dark-theme", "--dark" in options)
    looks.set_property("gtk-enable-animations", False)
    kept = WebKit2.WebsiteDataManager(
        base_data_directory=str(folder / "data"), base_cache_directory=str(folder / "cache")
    )
    context = WebKit2.WebContext.new_with_website_data_manager(kept)
    context.set_preferred_languages(["en-GB"])
    context.set_automation_allowed(True)
    context.connect("automation-started", lambda _context, session: started(session, context))
    context.connect("download-started", lambda _context, download: saved(download, downloads))
    Gtk.main()


def started(session: WebKit2.AutomationSession, context: WebKit2.WebContext) -> None:
    about = WebKit2.ApplicationInfo()
    about.set_name("page")
    session.set_application_info(about)
    session.connect("create-web-view", lambda _session: shown(context))


def shown(context: WebKit2.WebContext) -> WebKit2.WebView:
    styles = WebKit2.UserContentManager()
    everywhere = WebKit2.UserContentInjectedFrames.ALL_FRAMES
    styles.add_style_sheet(WebKit2.UserStyleSheet(ON_A_PHONE, everywhere, WebKit2.UserStyleLevel.USER, None, None))
    view = WebKit2.WebView(
        web_context=context, user_content_manager=styles, is_controlled_by_automation=True, settings=settings()
    )
    window = Gtk.Window(decorated=False, default_width=360, default_height=740)
    window.add(view)
    window.show_all()
    window.move(0, 0)
    view.connect("close", lambda _view: window.destroy())
    return view


def settings() -> WebKit2.Settings:
    never = WebKit2.HardwareAccelerationPolicy.NEVER
    made = WebKit2.Settings(enable_write_console_messages_to_stdout=True, hardware_acceleration_policy=never)
    features = WebKit2.Settings.get_all_features()
    for feature in map(features.get, range(features.get_length())):
        if feature.get_identifier() in SAFARI_HAS:
            made.set_feature_enabled(feature, True)
    return made


def saved(download: WebKit2.Download, folder: Path) -> None:
    download.connect("decide-destination", lambda _, name: download.set_destination((folder / name).as_uri()))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])

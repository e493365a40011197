/**
 * The reservations browser: server-rendered pages that stay live by asking for themselves again
 * when the event stream says that something changed. No rule lives here: the pages ask the services
 * that the REST face asks, and show what those answer. Start at {@link
 * org.touchpaper.bar.web.BookingPages}; the templates are in {@code bar/templates}.
 */
@NullMarked
package org.touchpaper.bar.web;

import org.jspecify.annotations.NullMarked;

/**
 * What each person chooses for the pages, kept in cookies: the time zone and the colours. {@link
 * org.touchpaper.bar.web.preference.PageTimeFormatter} shows and reads times in that zone.
 */
@NullMarked
package org.touchpaper.bar.web.preference;

import org.jspecify.annotations.NullMarked;

/**
 * {@code bench pages}: time and size of the reservations browser's pages and of the API's lists.
 * Start at {@link org.touchpaper.bench.pages.PagesBench}.
 */
@NullMarked
package org.touchpaper.bench.pages;

import org.jspecify.annotations.NullMarked;

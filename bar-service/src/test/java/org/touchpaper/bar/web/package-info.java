/** Tests of the pages; start at {@code PagesTest}. */
@NullMarked
package org.touchpaper.bar.web;

import org.jspecify.annotations.NullMarked;

/** The operators' pages about network elements. Start at {@code ElementPageController}. */
@NullMarked
package org.touchpaper.bar.web.elements;

import org.jspecify.annotations.NullMarked;

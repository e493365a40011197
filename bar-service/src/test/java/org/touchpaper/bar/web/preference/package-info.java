/** What people choose for the pages. */
@NullMarked
package org.touchpaper.bar.web.preference;

import org.jspecify.annotations.NullMarked;

/** What lightpaths carry, as their elements count it. */
@NullMarked
package org.touchpaper.bar.traffic;

import org.jspecify.annotations.NullMarked;

/** Tests of what an administrator sees. */
@NullMarked
package org.touchpaper.bar.administration;

import org.jspecify.annotations.NullMarked;

/** Tests of who is answered how. */
@NullMarked
package org.touchpaper.platform.problem;

import org.jspecify.annotations.NullMarked;

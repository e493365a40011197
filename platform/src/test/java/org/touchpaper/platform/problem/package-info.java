/** Tests of the choice between pages and problems. */
@NullMarked
package org.touchpaper.platform.problem;

import org.jspecify.annotations.NullMarked;

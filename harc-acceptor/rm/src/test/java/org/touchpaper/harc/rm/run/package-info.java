/** Tests of runs. */
@NullMarked
package org.touchpaper.harc.rm.run;

import org.jspecify.annotations.NullMarked;

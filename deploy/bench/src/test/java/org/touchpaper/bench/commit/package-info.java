/** Tests of the commit bench. */
@NullMarked
package org.touchpaper.bench.commit;

import org.jspecify.annotations.NullMarked;

/** Tests of the account mapping. */
@NullMarked
package org.touchpaper.harc.rm.ownership;

import org.jspecify.annotations.NullMarked;

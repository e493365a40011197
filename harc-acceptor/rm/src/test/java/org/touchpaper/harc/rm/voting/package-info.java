/** Tests of voting with a scripted scheduler and acceptors. */
@NullMarked
package org.touchpaper.harc.rm.voting;

import org.jspecify.annotations.NullMarked;

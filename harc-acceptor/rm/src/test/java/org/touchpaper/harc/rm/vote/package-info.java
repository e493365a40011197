/** What is told of a transaction whose decision is not carried out yet. */
@NullMarked
package org.touchpaper.harc.rm.vote;

import org.jspecify.annotations.NullMarked;

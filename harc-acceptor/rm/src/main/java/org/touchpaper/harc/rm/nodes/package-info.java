/**
 * Counting a machine's nodes: {@link org.touchpaper.harc.rm.nodes.FreeNodes} says which are free
 * when, for every scheduler that promises whole nodes. Pure: depends on the JDK, JSpecify and the
 * words of {@link org.touchpaper.harc.rm.local} and {@link org.touchpaper.segment.connection}.
 */
@NullMarked
package org.touchpaper.harc.rm.nodes;

import org.jspecify.annotations.NullMarked;

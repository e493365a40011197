/**
 * The Java client of a BAR's front door, for middleware (the HLM). Start at {@link
 * org.touchpaper.hlm.HlmClient}: each call gives an {@link org.touchpaper.hlm.Answer}, which says
 * whether the thing was done, refused, not allowed, or whether nobody knows. The records are the
 * schemas of schema/openapi/touchpaper.yaml. Depends on Jackson, our http and the JDK alone.
 */
@NullMarked
package org.touchpaper.hlm;

import org.jspecify.annotations.NullMarked;

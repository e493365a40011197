/**
 * Java client of a BAR's REST API, for higher-level middleware (HLM). Start at {@link
 * org.touchpaper.hlm.HlmClient}: each call returns a {@link org.touchpaper.hlm.CallResult}. The
 * records follow the schemas of schema/openapi/touchpaper.yaml. Depends on Jackson, the http module
 * and the JDK.
 */
@NullMarked
package org.touchpaper.hlm;

import org.jspecify.annotations.NullMarked;

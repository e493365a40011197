/**
 * Queries of the running demo network: health, decisions, segment reports, and the actual state of
 * elements. Depends on the config package and on services' public APIs.
 */
@NullMarked
package org.touchpaper.demo.probe;

import org.jspecify.annotations.NullMarked;

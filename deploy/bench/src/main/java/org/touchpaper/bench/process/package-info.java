/** The processes that benches start and stop: acceptors, services, ports and work directories. */
@NullMarked
package org.touchpaper.bench.process;

import org.jspecify.annotations.NullMarked;

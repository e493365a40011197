/**
 * The agent that stands beside a host: a reflector, and checks on request. Start reading at {@link
 * org.touchpaper.pathcheck.agent.PathAgent}.
 */
@NullMarked
package org.touchpaper.pathcheck.agent;

import org.jspecify.annotations.NullMarked;

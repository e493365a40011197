/**
 * What a user must know and do at the ends of a lightpath to use it. Start reading at {@link
 * org.touchpaper.bar.endhost.LightpathEndHostDetails}. {@code TcpAdvice} and {@code LinuxCommands}
 * are pure.
 */
@NullMarked
package org.touchpaper.bar.endhost;

import org.jspecify.annotations.NullMarked;

/** The security officer's commands: {@code cut}, {@code lift} and {@code cuts}. */
@NullMarked
package org.touchpaper.hlm.cli.cut;

import org.jspecify.annotations.NullMarked;

/** Shared by all commands: environment and output, exit codes, login options and parallel calls. */
@NullMarked
package org.touchpaper.hlm.cli.common;

import org.jspecify.annotations.NullMarked;

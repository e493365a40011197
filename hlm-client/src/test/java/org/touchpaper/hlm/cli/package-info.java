/** Holds the command line to its exit codes; start at TouchpaperCommandLineTest. */
@NullMarked
package org.touchpaper.hlm.cli;

import org.jspecify.annotations.NullMarked;

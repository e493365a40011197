/** The commands for administrators of acceptors: list, explain, force and forget. */
@NullMarked
package org.touchpaper.hlm.cli.harc;

import org.jspecify.annotations.NullMarked;

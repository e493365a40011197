/** What the command lines of all benches have in common. */
@NullMarked
package org.touchpaper.bench.command;

import org.jspecify.annotations.NullMarked;

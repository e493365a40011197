/**
 * Hosts, campuses with their brokers, and clusters, from configuration; a change needs a restart.
 * Start at {@link org.touchpaper.bar.directory.Directory}; its {@code split} cuts a circuit into
 * segments.
 */
@NullMarked
package org.touchpaper.bar.directory;

import org.jspecify.annotations.NullMarked;

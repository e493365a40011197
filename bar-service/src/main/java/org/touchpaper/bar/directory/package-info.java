/**
 * Hosts, campuses with their brokers, and clusters, from one file; a change needs no restart. Start
 * at {@link org.touchpaper.bar.directory.NetworkDirectory}; its {@code split} cuts a circuit into
 * segments. {@link org.touchpaper.bar.directory.CurrentNetworkDirectory} is the one in force.
 */
@NullMarked
package org.touchpaper.bar.directory;

import org.jspecify.annotations.NullMarked;

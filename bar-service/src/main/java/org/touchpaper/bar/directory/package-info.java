/**
 * Who lies where: hosts, campuses and their brokers, clusters. Start at {@link
 * org.touchpaper.bar.directory.Directory}; it is read from configuration and changes with a
 * restart. {@link org.touchpaper.bar.directory.Directory#split} cuts a circuit into the segments
 * that have to be asked.
 */
@NullMarked
package org.touchpaper.bar.directory;

import org.jspecify.annotations.NullMarked;

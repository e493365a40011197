/** Nodes, links and attachments of the wide area. */
@NullMarked
package org.touchpaper.nsap.topology;

import org.jspecify.annotations.NullMarked;

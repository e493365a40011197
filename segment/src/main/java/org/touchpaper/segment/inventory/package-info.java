/**
 * The inventory of a segment, on PostgreSQL: the items expected on each element, since when an item
 * has been missing, edits that an earlier run left uncertain, and recorded drift. Start reading at
 * {@link org.touchpaper.segment.inventory.ConfigItemRepository}. Depends on {@code connection},
 * {@code element} and {@code persistence}.
 */
@NullMarked
package org.touchpaper.segment.inventory;

import org.jspecify.annotations.NullMarked;

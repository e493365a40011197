/**
 * Database transactions and column mappings that the repositories of this module share. Depends on
 * {@code connection} only.
 */
@NullMarked
package org.touchpaper.segment.persistence;

import org.jspecify.annotations.NullMarked;

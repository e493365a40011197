/** The wire contracts as class-path resources, and the bindings generated from them. */
@NullMarked
package org.touchpaper.schema;

import org.jspecify.annotations.NullMarked;

/** Tests of the IRI Facility API, as its clients use it. */
@NullMarked
package org.touchpaper.bar.iri;

import org.jspecify.annotations.NullMarked;

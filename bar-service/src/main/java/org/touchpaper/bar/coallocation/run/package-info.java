/**
 * The application that runs on a part's nodes: what is to be launched, and what has become of it.
 * Begin with {@link org.touchpaper.bar.coallocation.run.PartRun}. The words are those of PSI/J and
 * the IRI Facility API.
 */
@NullMarked
package org.touchpaper.bar.coallocation.run;

import org.jspecify.annotations.NullMarked;

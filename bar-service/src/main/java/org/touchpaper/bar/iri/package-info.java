/**
 * The IRI Facility API v2 (doe-iri/iri-facility-api-docs, specification-v2) beside the BAR's own
 * API: facility, status and compute. It translates and decides nothing: a job is the run of a
 * booked part, and to submit or cancel one is a change of that part. Start at {@link
 * org.touchpaper.bar.iri.IriComputeController}; the views are named and written as in {@code
 * schema/openapi/iri.yaml}.
 */
@NullMarked
package org.touchpaper.bar.iri;

import org.jspecify.annotations.NullMarked;

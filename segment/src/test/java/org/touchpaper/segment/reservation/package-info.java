/** Tests of the provider on PostgreSQL, with elements in memory. Start at ProviderContractTest. */
@NullMarked
package org.touchpaper.segment.reservation;

import org.jspecify.annotations.NullMarked;

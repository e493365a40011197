/** Tests of the provider on PostgreSQL and elements in memory; start at ProviderContractTest. */
@NullMarked
package org.touchpaper.segment.provider;

import org.jspecify.annotations.NullMarked;

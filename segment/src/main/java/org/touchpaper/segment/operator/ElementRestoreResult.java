package org.touchpaper.segment.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The circuits that are being restored on an element.
 *
 * @param connections the circuits with missing items
 * @param problem why the element could not be read; then nothing was done
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ElementRestoreResult(String element, List<UUID> connections, @Nullable String problem) {}

package org.touchpaper.segment.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is being set up again on an element.
 *
 * @param connections the circuits of which it lacked something
 * @param problem why it could not be read, in which case nothing was done
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Restored(String element, List<UUID> connections, @Nullable String problem) {}

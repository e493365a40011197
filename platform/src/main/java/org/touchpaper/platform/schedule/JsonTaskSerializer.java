package org.touchpaper.platform.schedule;

import com.github.kagkarlsson.scheduler.serializer.Serializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A task's data as JSON, readable by people and by later versions. */
record JsonTaskSerializer(JsonMapper json) implements Serializer {

  @Override
  public byte @Nullable [] serialize(@Nullable Object data) {
    return data == null ? null : json.writeValueAsBytes(data);
  }

  @Override
  public <T> @Nullable T deserialize(Class<T> type, byte @Nullable [] data) {
    return data == null ? null : json.readValue(data, type);
  }
}

package org.touchpaper.bar.coallocation;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.util.List;
import org.hibernate.annotations.Immutable;
import org.springframework.core.ResolvableType;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts a co-allocation's values to JSON columns. The values are immutable, so that Hibernate
 * compares them and copies none.
 */
final class JsonConverters {

  private static final JsonMapper JSON = JsonMapper.shared();

  private JsonConverters() {}

  abstract static class JsonConverter<T> implements AttributeConverter<T, String> {
    private final JavaType type =
        JSON.constructType(
            ResolvableType.forClass(JsonConverter.class, getClass()).getGeneric().getType());

    @Override
    public String convertToDatabaseColumn(T value) {
      return JSON.writerFor(type).writeValueAsString(value);
    }

    @Override
    public T convertToEntityAttribute(String text) {
      return JSON.readValue(text, type);
    }
  }

  @Converter
  @Immutable
  static final class PersonConverter extends JsonConverter<Person> {}

  @Converter
  @Immutable
  static final class PartsConverter extends JsonConverter<List<CoAllocationPart>> {}

  @Converter
  @Immutable
  static final class RequestConverter extends JsonConverter<TransactionRequest> {}

  @Converter
  @Immutable
  static final class RefusalsConverter extends JsonConverter<List<Refusal>> {}

  @Converter
  @Immutable
  static final class SchedulesConverter extends JsonConverter<List<Schedule>> {}

  @Converter
  @Immutable
  static final class PurposeConverter extends JsonConverter<TransactionPurpose> {}

  @Converter
  @Immutable
  static final class ModificationLogConverter extends JsonConverter<ModificationHistory> {}
}

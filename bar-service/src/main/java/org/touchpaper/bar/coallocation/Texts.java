package org.touchpaper.bar.coallocation;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.util.List;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** How a co-allocation's values are written into columns of text. */
final class Texts {

  private static final JsonMapper JSON = JsonMapper.shared();

  private Texts() {}

  /** A value as JSON. */
  abstract static class Json<T> implements AttributeConverter<T, String> {
    private final TypeReference<T> type;

    Json(TypeReference<T> type) {
      this.type = type;
    }

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
  static final class PersonText extends Json<Person> {
    PersonText() {
      super(new TypeReference<>() {});
    }
  }

  @Converter
  static final class PartsText extends Json<List<Part>> {
    PartsText() {
      super(new TypeReference<>() {});
    }
  }

  @Converter
  static final class RequestText extends Json<Request> {
    RequestText() {
      super(new TypeReference<>() {});
    }
  }

  @Converter
  static final class RefusalsText extends Json<List<Refusal>> {
    RefusalsText() {
      super(new TypeReference<>() {});
    }
  }

  @Converter
  static final class SchedulesText extends Json<List<Schedule>> {
    SchedulesText() {
      super(new TypeReference<>() {});
    }
  }

  @Converter
  static final class PurposeText extends Json<Purpose> {
    PurposeText() {
      super(new TypeReference<>() {});
    }
  }

  @Converter
  static final class ChangesText extends Json<Changes> {
    ChangesText() {
      super(new TypeReference<>() {});
    }
  }
}

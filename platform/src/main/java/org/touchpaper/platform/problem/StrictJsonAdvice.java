package org.touchpaper.platform.problem;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/**
 * Refuses a JSON body that repeats a field, of which data binding would use the last (RFC 8259
 * section 4 leaves it open), and one with a null, which no request schema permits but those marked
 * {@link NullsPermitted}. Data binding reports all other errors.
 */
@RestControllerAdvice
final class StrictJsonAdvice extends RequestBodyAdviceAdapter {

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  @Override
  public boolean supports(
      MethodParameter parameter,
      Type target,
      Class<? extends HttpMessageConverter<?>> converterType) {
    return converterType.getSimpleName().contains("Json");
  }

  @Override
  public HttpInputMessage beforeBodyRead(
      HttpInputMessage message,
      MethodParameter parameter,
      Type target,
      Class<? extends HttpMessageConverter<?>> converterType)
      throws IOException {
    var body = message.getBody().readAllBytes();
    check(body, parameter.hasParameterAnnotation(NullsPermitted.class));
    return new ReadMessage(message.getHeaders(), new ByteArrayInputStream(body));
  }

  private record ReadMessage(HttpHeaders getHeaders, InputStream getBody)
      implements HttpInputMessage {}

  private static void check(byte[] body, boolean permitsNulls) {
    try (var parser = JSON.createParser(ObjectReadContext.empty(), body)) {
      for (var token = next(parser); token != null; token = next(parser)) {
        if (token == JsonToken.VALUE_NULL
            && !permitsNulls
            && !parser.streamReadContext().inRoot()) {
          var field = path(parser.streamReadContext());
          throw InvalidRequestException.malformed(
              field, "not-null", field + " is null; leave it out instead");
        }
      }
    } catch (JacksonException _) {
      // data binding reports it
    }
  }

  private static JsonToken next(JsonParser parser) {
    try {
      return parser.nextToken();
    } catch (StreamReadException e) {
      if (!e.getOriginalMessage().startsWith("Duplicate")) {
        throw e;
      }
      var field = path(parser.streamReadContext());
      throw InvalidRequestException.malformed(
          field, "duplicate", field + " occurs more than once in its object");
    }
  }

  private static String path(TokenStreamContext context) {
    return context
        .pathAsPointer()
        .toString()
        .substring(1)
        .replaceAll("/(\\d+)(?=/|$)", "[$1]")
        .replace('/', '.');
  }
}

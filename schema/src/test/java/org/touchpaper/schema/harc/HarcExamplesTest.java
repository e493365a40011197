package org.touchpaper.schema.harc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Every HARC exchange has an example request, response and error, as complete HTTP messages. */
class HarcExamplesTest {

  private static final String DIRECTORY = "/schema/harc/";
  private static final String HARC = "urn:touchpaper:harc:1";

  /** The start of an operation's request line, and the elements of its bodies; empty for none. */
  private record Operation(String requestLine, String requestElement, String responseElement) {}

  private static final Map<String, Operation> OPERATIONS =
      Map.of(
          "begin", new Operation("POST /harc/transactions", "Begin", "Answer"),
          "outcome", new Operation("GET /harc/transactions/", "", "Answer"),
          "question", new Operation("POST /harc/questions", "Question", "Answer"),
          "query", new Operation("GET /harc/query?", "", "State"),
          "applications", new Operation("GET /harc/applications?", "", "Applications"),
          "timetable", new Operation("GET /harc/timetable?", "", "Timetable"),
          "book", new Operation("POST /harc/bookings", "Bookings", "Outcome"),
          "booking", new Operation("GET /harc/bookings/", "", "Outcome"));

  /** Examples in addition to the three of every operation. */
  private static final List<String> VARIANTS =
      List.of(
          "begin-cancel.request",
          "begin-modify.request",
          "begin-swap.request",
          "begin-refused.answer",
          "begin-undecided.answer",
          "begin-not-started.answer",
          "outcome-unknown.answer",
          "question-other-record.answer",
          "book-with-compute.request",
          "book-with-run.request",
          "book-change.request",
          "book-refused.answer");

  static Stream<String> examples() {
    var required =
        OPERATIONS.keySet().stream()
            .sorted()
            .flatMap(name -> Stream.of(name + ".request", name + ".answer", name + ".fault"));
    return Stream.concat(required, VARIANTS.stream());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleExistsAndHasTheStartLineOfItsOperation(String example) throws Exception {
    var operation = operation(example);
    var start = text(example).lines().findFirst().orElseThrow();
    switch (kind(example)) {
      case "request" -> assertThat(start).startsWith(operation.requestLine()).endsWith(" HTTP/1.1");
      case "answer" -> assertThat(start).matches("HTTP/1.1 [2-5]\\d\\d [A-Z].*");
      default -> assertThat(start).matches("HTTP/1.1 [45]\\d\\d [A-Z].*");
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyBodyIsValidForItsOperation(String example) throws Exception {
    var operation = operation(example);
    var expected =
        switch (kind(example)) {
          case "request" -> operation.requestElement();
          case "answer" -> operation.responseElement();
          default -> "Problem";
        };
    var body = body(example);
    assertThat(body.isEmpty() ? "" : validated(body).getLocalName()).isEqualTo(expected);
  }

  /** Acceptors do not read notes; clients expect them to match the schema. */
  @Test
  void everyNoteInAVoteIsValid() throws Exception {
    var notes = new ArrayList<String>();
    for (var body : bodies()) {
      elements(body, HARC, "Vote")
          .map(Element::getTextContent)
          .filter(note -> !note.isEmpty())
          .forEach(notes::add);
    }
    var kinds = new TreeSet<String>();
    for (var note : notes) {
      kinds.add(validated(note).getLocalName());
    }
    assertThat(kinds).containsExactly("Held", "Refused");
  }

  @Test
  void everyMessageAndActionOfTheSchemaHasAnExample() throws Exception {
    var shown = new TreeSet<String>();
    for (var body : bodies()) {
      elements(body, HARC, "*").map(Element::getLocalName).forEach(shown::add);
    }
    var xsd = new String(resource("harc.xsd").openStream().readAllBytes(), StandardCharsets.UTF_8);
    var declared =
        elements(xsd, XMLConstants.W3C_XML_SCHEMA_NS_URI, "element")
            .map(element -> element.getAttribute("name"))
            .filter(name -> !name.isEmpty())
            .filter(name -> !List.of("Held", "Refused", "Hop", "Refusal").contains(name)) // notes
            .toList();
    assertThat(declared).hasSizeGreaterThan(15);
    assertThat(shown).containsAll(declared);
  }

  private static Operation operation(String example) {
    return requireNonNull(OPERATIONS.get(example.replaceAll("[-.].*", "")));
  }

  private static String kind(String example) {
    return example.substring(example.lastIndexOf('.') + 1);
  }

  private static List<String> bodies() throws Exception {
    var bodies = new ArrayList<String>();
    for (var example : examples().toList()) {
      bodies.add(body(example));
    }
    return bodies.stream().filter(body -> !body.isEmpty()).toList();
  }

  /** The part after the empty line. */
  private static String body(String example) throws Exception {
    var parts = text(example).split("\n\n", 2);
    var body = parts.length == 2 ? parts[1] : "";
    return example.matches("book\\b.*request") // the acceptor wraps it
        ? "<h:Bookings xmlns:h='" + HARC + "'>" + body + "</h:Bookings>"
        : body;
  }

  private static String text(String example) throws Exception {
    try (var in = resource("examples/" + example + ".http").openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Element validated(String xml) throws Exception {
    SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(new StreamSource(resource("harc.xsd").toExternalForm()))
        .newValidator()
        .validate(new StreamSource(new StringReader(xml)));
    return root(xml);
  }

  private static Stream<Element> elements(String xml, String namespace, String name)
      throws Exception {
    var found = root(xml).getOwnerDocument().getElementsByTagNameNS(namespace, name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i));
  }

  private static Element root(String xml) throws Exception {
    var factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)))
        .getDocumentElement();
  }

  private static URL resource(String path) {
    return requireNonNull(
        HarcExamplesTest.class.getResource(DIRECTORY + path), () -> "missing: " + DIRECTORY + path);
  }
}

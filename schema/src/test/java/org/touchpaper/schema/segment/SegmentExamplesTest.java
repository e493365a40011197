package org.touchpaper.schema.segment;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.xml.bind.JAXBContext;
import java.io.StringWriter;
import java.net.URL;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Every operation of the two contracts has documentation and valid examples. */
class SegmentExamplesTest {

  private static final String DIRECTORY = "/schema/segment/";
  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
  private static final String SEGMENT = "urn:touchpaper:segment:1";

  /** Examples in addition to the three of every operation. */
  private static final List<String> VARIANTS =
      List.of(
          "reserve-cancel.request",
          "reserve-refused.answer",
          "query-unknown.answer",
          "dryRun-refused.answer",
          "notify-forced-end.request");

  static Stream<String> operations() throws Exception {
    return Stream.concat(
        operationsOf("segment.wsdl").stream(), operationsOf("segment-holder.wsdl").stream());
  }

  static Stream<String> examples() throws Exception {
    return Stream.concat(
        operations().flatMap(o -> Stream.of(o + ".request", o + ".answer", o + ".fault")),
        VARIANTS.stream());
  }

  @Test
  void theContractsHaveElevenOperations() throws Exception {
    assertThat(operations())
        .containsExactly(
            "reserve",
            "commit",
            "abort",
            "provision",
            "release",
            "terminate",
            "query",
            "timetable",
            "dryRun",
            "outcome",
            "notify");
  }

  @ParameterizedTest
  @ValueSource(strings = {"segment.wsdl", "segment-holder.wsdl"})
  void everyOperationIsDocumentedAndCanFault(String wsdl) throws Exception {
    for (var operation : portType(wsdl)) {
      assertThat(operation.getElementsByTagNameNS(WSDL, "documentation").item(0).getTextContent())
          .as(operation.getAttribute("name"))
          .endsWith(".");
      assertThat(operation.getElementsByTagNameNS(WSDL, "fault").getLength()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleExistsAndIsValid(String example) throws Exception {
    var payload = payload(example);
    assertThat(payload.getLocalName()).isEqualTo(expectedElement(example));
    assertThatCode(() -> schema().newValidator().validate(new DOMSource(payload)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleCanBeReadAndWrittenByTheBinding(String example) throws Exception {
    var context = JAXBContext.newInstance(Reserve.class.getPackageName());
    var unmarshaller = context.createUnmarshaller();
    unmarshaller.setSchema(schema());
    unmarshaller.setEventHandler(_ -> false);
    var bound = unmarshaller.unmarshal(payload(example));
    var marshaller = context.createMarshaller();
    marshaller.setSchema(schema());
    assertThatCode(() -> marshaller.marshal(bound, new StringWriter())).doesNotThrowAnyException();
  }

  @Test
  void anInstantIsWrittenInUtcWithItsSeconds() throws Exception {
    var context = JAXBContext.newInstance(Reserve.class.getPackageName());
    var reserve = (Reserve) context.createUnmarshaller().unmarshal(payload("reserve.request"));
    assertThat(reserve.getCriteria().getSchedule().getEndTime())
        .isEqualTo(Instant.parse("2026-12-01T22:00:00Z"));
    var text = new StringWriter();
    context.createMarshaller().marshal(reserve, text);
    assertThat(text.toString()).contains(">2026-12-01T22:00:00Z<");
  }

  @Test
  void aTimeWithoutOffsetIsInvalid() throws Exception {
    var payload = payload("reserve.request");
    payload
        .getElementsByTagNameNS(SEGMENT, "startTime")
        .item(0)
        .setTextContent("2026-12-01T21:00:00");
    assertThatThrownBy(() -> schema().newValidator().validate(new DOMSource(payload)))
        .hasMessageContaining("pattern");
  }

  @Test
  void anExtensionOfAnotherNamespaceIsValid() throws Exception {
    var payload = payload("commit.request");
    var document = payload.getOwnerDocument();
    var extensions = document.createElementNS(SEGMENT, "s:extensions");
    extensions.appendChild(document.createElementNS("urn:example:later", "later"));
    payload.insertBefore(
        extensions, payload.getElementsByTagNameNS(SEGMENT, "connectionId").item(0));
    assertThatCode(() -> schema().newValidator().validate(new DOMSource(payload)))
        .doesNotThrowAnyException();
  }

  private static String expectedElement(String example) {
    var operation = example.replaceAll("[-.].*", "");
    return switch (example.substring(example.lastIndexOf('.') + 1)) {
      case "request" -> operation;
      case "answer" -> operation + "Answer";
      default -> "segmentFault";
    };
  }

  /** The content of the body, or of the detail of its fault. */
  private static Element payload(String example) throws Exception {
    var envelope = parse("examples/" + example + ".xml").getDocumentElement();
    var content = envelope.getElementsByTagNameNS(SEGMENT, "*").item(0);
    return (Element)
        requireNonNull(content, () -> "no element of the segment namespace in " + example);
  }

  private static List<String> operationsOf(String wsdl) throws Exception {
    return portType(wsdl).stream().map(o -> o.getAttribute("name")).toList();
  }

  private static List<Element> portType(String wsdl) throws Exception {
    var portType = (Element) parse(wsdl).getElementsByTagNameNS(WSDL, "portType").item(0);
    var operations = portType.getElementsByTagNameNS(WSDL, "operation");
    return new ArrayList<>(
        IntStream.range(0, operations.getLength())
            .mapToObj(i -> (Element) operations.item(i))
            .toList());
  }

  private static Document parse(String path) throws Exception {
    var factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    try (var in = resource(path).openStream()) {
      return factory.newDocumentBuilder().parse(in);
    }
  }

  private static Schema schema() throws Exception {
    return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(new StreamSource(resource("segment.xsd").toExternalForm()));
  }

  private static URL resource(String path) {
    return requireNonNull(
        SegmentExamplesTest.class.getResource(DIRECTORY + path),
        () -> "missing: " + DIRECTORY + path);
  }
}

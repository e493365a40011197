package org.touchpaper.bar.template;

import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Service;
import org.touchpaper.platform.problem.InvalidRequestException;

/** Saves, lists and deletes templates; only their owner sees them. */
@Service
public class BookingTemplateService {

  private static final int MAX_TEMPLATES = 50;
  private static final int MAX_VALUES_LENGTH = 20_000;

  private final BookingTemplateRepository templates;
  private final Clock clock;

  BookingTemplateService(BookingTemplateRepository templates, Clock clock) {
    this.templates = templates;
    this.clock = clock;
  }

  /**
   * Saves a template, in place of the owner's one of the same name.
   *
   * @throws InvalidRequestException if the owner has too many, or it is too long
   */
  public void save(String owner, String name, String values) {
    if (values.length() > MAX_VALUES_LENGTH) {
      throw InvalidRequestException.unprocessable(
          "templateName", "at-most-20000", "The form is too long to be saved.");
    }
    var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    var template = new BookingTemplate(UUID.randomUUID(), owner, name, values, now);
    if (!templates.save(template, MAX_TEMPLATES)) {
      throw InvalidRequestException.unprocessable(
          "templateName",
          "at-most-50-templates",
          "You have " + MAX_TEMPLATES + " templates. Delete one first.");
    }
  }

  /** Lists the owner's templates by name. */
  public List<BookingTemplate> list(String owner) {
    return templates.list(owner);
  }

  public Optional<BookingTemplate> find(String owner, UUID id) {
    return templates.find(owner, id);
  }

  /** Deletes a template, if the owner has it. */
  public void delete(String owner, UUID id) {
    templates.delete(owner, id);
  }
}

package org.touchpaper.bar.reservation;

import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.DataPlane;

/** The circuit as its segments report it: whether bits flow, what is in trouble, what is clean. */
@Embeddable
public class Circuit {

  @Enumerated(EnumType.STRING)
  private DataPlane dataPlane = DataPlane.INACTIVE;

  private @Nullable String problem;
  private boolean released;

  protected Circuit() {}

  /**
   * Takes over what the segments say of themselves.
   *
   * @param over true if it can only come down, and what reads clean now stays so
   * @return what is new, in words; none if nothing is
   */
  List<String> follow(Chain chain, boolean over) {
    var news = new ArrayList<String>();
    var next = chain.dataPlane(over ? DataPlane.DEACTIVATING : dataPlane);
    if (next != dataPlane) {
      dataPlane = next;
      news.add("data plane " + dataPlane);
    }
    if (!Objects.equals(chain.problem(), problem)) {
      problem = chain.problem();
      news.add(problem == null ? "the trouble is over" : problem);
    }
    if (!released && over && chain.isClean()) {
      released = true;
      news.add("every element reads clean");
    }
    return news;
  }

  /** Its end was moved, perhaps after it had come. */
  void standAgain() {
    released = false;
  }

  /** Whether bits flow all the way. */
  public DataPlane dataPlane() {
    return dataPlane;
  }

  /** What is in trouble at the moment. */
  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** True once every element reads clean after the end. */
  public boolean isReleased() {
    return released;
  }
}

package dev.tributary.index;

import dev.tributary.config.Settings;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/**
 * What a {@link BulkWriter} keeps to.
 *
 * @param limits the most that may be under way; the {@link Pace} keeps below them
 * @param requestTimeout how long a bulk may take
 * @param shared indexes whose documents another program writes too
 */
public record WriterSettings(Settings.Limits limits, Duration requestTimeout, Set<String> shared) {

  public WriterSettings {
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(requestTimeout, "requestTimeout");
    shared = Set.copyOf(shared);
  }

  public static WriterSettings of(Settings settings, Set<String> shared) {
    return new WriterSettings(settings.limits(), settings.openSearch().requestTimeout(), shared);
  }
}

package dev.tributary.local.server;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.ja.JapaneseAnalyzer;
import org.apache.lucene.analysis.ja.JapaneseBaseFormFilter;
import org.apache.lucene.analysis.ja.JapaneseKatakanaStemFilter;
import org.apache.lucene.analysis.ja.JapanesePartOfSpeechStopFilter;
import org.apache.lucene.analysis.ja.JapaneseReadingFormFilter;
import org.apache.lucene.analysis.ja.JapaneseTokenizer;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.analysis.AbstractIndexAnalyzerProvider;
import org.opensearch.index.analysis.AbstractTokenFilterFactory;
import org.opensearch.index.analysis.AbstractTokenizerFactory;
import org.opensearch.index.analysis.AnalyzerProvider;
import org.opensearch.index.analysis.TokenFilterFactory;
import org.opensearch.index.analysis.TokenizerFactory;
import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.opensearch.plugins.AnalysisPlugin;
import org.opensearch.plugins.Plugin;

/**
 * Japanese analysis under the names of OpenSearch's analysis-kuromoji, which Maven Central does not
 * have: a mapping that works here works on Amazon OpenSearch, and with that plugin, unchanged. The
 * words come from the same Lucene module. What it offers beyond this, such as a user dictionary, is
 * refused rather than left out in silence.
 *
 * <p>An OpenSearch without Japanese indexes pays nothing: Lucene loads its dictionary with the
 * first tokenizer.
 */
public final class KuromojiPlugin extends Plugin implements AnalysisPlugin {

  /** What an analyzer, tokenizer or filter may have beside its own settings. */
  private static final Set<String> COMMON = Set.of("type", "index");

  @Override
  public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
    return Map.of("kuromoji", KuromojiPlugin::analyzer);
  }

  @Override
  public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
    return Map.of("kuromoji_tokenizer", KuromojiPlugin::tokenizer);
  }

  @Override
  public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
    return Map.of(
        "kuromoji_baseform", filter(JapaneseBaseFormFilter::new),
        "kuromoji_part_of_speech",
            filter(
                in ->
                    new JapanesePartOfSpeechStopFilter(in, JapaneseAnalyzer.getDefaultStopTags())),
        "kuromoji_readingform", filter(JapaneseReadingFormFilter::new),
        "kuromoji_stemmer", filter(JapaneseKatakanaStemFilter::new),
        "ja_stop", filter(in -> new StopFilter(in, JapaneseAnalyzer.getDefaultStopSet())));
  }

  private static AnalyzerProvider<JapaneseAnalyzer> analyzer(
      IndexSettings index, Environment environment, String name, Settings settings) {
    refuseUnknown(name, settings, Set.of("mode"));
    var analyzer =
        new JapaneseAnalyzer(
            null,
            mode(settings),
            JapaneseAnalyzer.getDefaultStopSet(),
            JapaneseAnalyzer.getDefaultStopTags());
    return new AbstractIndexAnalyzerProvider<>(index, name, settings) {
      @Override
      public JapaneseAnalyzer get() {
        return analyzer;
      }
    };
  }

  private static TokenizerFactory tokenizer(
      IndexSettings index, Environment environment, String name, Settings settings) {
    refuseUnknown(name, settings, Set.of("mode", "discard_punctuation", "discard_compound_token"));
    JapaneseTokenizer.Mode mode = mode(settings);
    boolean noPunctuation = settings.getAsBoolean("discard_punctuation", true);
    boolean partsOnly = settings.getAsBoolean("discard_compound_token", false);
    return new AbstractTokenizerFactory(index, settings, name) {
      @Override
      public Tokenizer create() {
        return new JapaneseTokenizer(null, noPunctuation, partsOnly, mode);
      }
    };
  }

  private static AnalysisProvider<TokenFilterFactory> filter(UnaryOperator<TokenStream> wrap) {
    return (index, environment, name, settings) -> {
      refuseUnknown(name, settings, Set.of());
      return new AbstractTokenFilterFactory(index, name, settings) {
        @Override
        public TokenStream create(TokenStream in) {
          return wrap.apply(in);
        }
      };
    };
  }

  private static JapaneseTokenizer.Mode mode(Settings settings) {
    String mode = settings.get("mode", "search");
    try {
      return JapaneseTokenizer.Mode.valueOf(mode.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "mode [" + mode + "] of kuromoji must be search, normal or extended", e);
    }
  }

  private static void refuseUnknown(String name, Settings settings, Set<String> known) {
    for (String key : settings.names()) {
      if (!known.contains(key) && !COMMON.contains(key)) {
        throw new IllegalArgumentException(
            "The local OpenSearch's kuromoji has no [" + key + "], which [" + name + "] asks for");
      }
    }
  }
}

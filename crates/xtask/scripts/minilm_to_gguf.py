"""Turns all-MiniLM-L6-v2 into a GGUF file that the program's own runtime can load.

Usage: minilm_to_gguf.py MODEL_FOLDER OUTPUT.gguf

MODEL_FOLDER holds model.safetensors, tokenizer.json and config.json. Matrices become Q8_0 (8 bits a weight, one scale
for 32 weights); vectors and the small position tables stay 32-bit. The result depends on the input and on the version
of the gguf package only, so that its SHA-256 can be checked. Needs numpy, gguf and safetensors; no torch.
"""

import json
import sys
from pathlib import Path

import gguf
import numpy as np
from safetensors.numpy import load_file

NORMAL, CONTROL, UNUSED = gguf.TokenType.NORMAL, gguf.TokenType.CONTROL, gguf.TokenType.UNUSED
Q8_0 = gguf.GGMLQuantizationType.Q8_0

# GGUF's name for each part of a layer, and the name it has in the published weights.
LAYER_PARTS = {
    "attn_q": "attention.self.query",
    "attn_k": "attention.self.key",
    "attn_v": "attention.self.value",
    "attn_output": "attention.output.dense",
    "attn_output_norm": "attention.output.LayerNorm",
    "ffn_up": "intermediate.dense",
    "ffn_down": "output.dense",
    "layer_output_norm": "output.LayerNorm",
}


def write_settings(writer, config):
    writer.add_name("all-MiniLM-L6-v2")
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_layer_norm_eps(config["layer_norm_eps"])
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType.MEAN)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_Q8_0)
    writer.add_token_type_count(config["type_vocab_size"])


def write_vocabulary(writer, vocabulary):
    """The runtime marks the start of a word where WordPiece marks the continuation, so the marks are turned round."""
    special = {name: vocabulary[f"[{name}]"] for name in ("PAD", "UNK", "CLS", "SEP", "MASK")}
    tokens, types = [], []
    for token in sorted(vocabulary, key=vocabulary.get):
        if token.startswith("[") and token.endswith("]") and len(token) > 2:
            tokens.append(token)
            types.append(CONTROL if token[1:-1] in special else UNUSED)
        else:
            tokens.append(token[2:] if token.startswith("##") else "\u2581" + token)
            types.append(NORMAL)
    writer.add_tokenizer_model("bert")
    # The runtime knows BERT's own way of cutting words by this name.
    writer.add_tokenizer_pre("jina-v2-en")
    writer.add_token_list(tokens)
    writer.add_token_types(types)
    writer.add_token_scores([-1000.0] * len(tokens))
    writer.add_bos_token_id(special["CLS"])
    writer.add_eos_token_id(special["SEP"])
    writer.add_unk_token_id(special["UNK"])
    writer.add_sep_token_id(special["SEP"])
    writer.add_pad_token_id(special["PAD"])
    writer.add_mask_token_id(special["MASK"])
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(True)


def write_exact(writer, name, weights):
    writer.add_tensor(name, np.ascontiguousarray(weights.astype(np.float32)))


def write_weights(writer, name, weights):
    if weights.ndim == 1:
        write_exact(writer, name, weights)
    else:
        writer.add_tensor(name, gguf.quants.quantize(weights.astype(np.float32), Q8_0), raw_dtype=Q8_0)


def write_tensors(writer, weights, layers):
    write_weights(writer, "token_embd.weight", weights["embeddings.word_embeddings.weight"])
    write_exact(writer, "position_embd.weight", weights["embeddings.position_embeddings.weight"])
    write_exact(writer, "token_types.weight", weights["embeddings.token_type_embeddings.weight"])
    for kind in ("weight", "bias"):
        write_exact(writer, f"token_embd_norm.{kind}", weights[f"embeddings.LayerNorm.{kind}"])
    for layer in range(layers):
        for part, published in LAYER_PARTS.items():
            for kind in ("weight", "bias"):
                name = f"encoder.layer.{layer}.{published}.{kind}"
                write_weights(writer, f"blk.{layer}.{part}.{kind}", weights[name])


def main():
    folder, output = Path(sys.argv[1]), sys.argv[2]
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    tokenizer = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    weights = load_file(folder / "model.safetensors")
    writer = gguf.GGUFWriter(output, "bert")
    write_settings(writer, config)
    write_vocabulary(writer, tokenizer["model"]["vocab"])
    write_tensors(writer, weights, config["num_hidden_layers"])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main()
